/** A page that cannot be shown: why, and how to try again. */

import { Refusal } from "./api";

export function Failed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const isMissing = failure instanceof Refusal && failure.status === 400;
  return (
    <main class="page">
      <h1>{isMissing ? "Not found" : "This cannot be shown now"}</h1>
      <p role="alert">{failure.message}</p>
      {!isMissing && <p><button type="button" onClick={onRetry}>Try again</button></p>}
    </main>
  );
}
