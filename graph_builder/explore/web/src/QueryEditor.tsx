/** An editor of SPARQL with completion from the graph's own vocabulary. */

import { autocompletion, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import { sparql } from "codemirror-lang-sparql";
import { api } from "./api";
import { PREFIXES } from "./answers";
import { short } from "./results";

// Colours of the page's own palette, which have contrast enough in light and dark.
const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: "var(--venue)" },
  { tag: [tags.string, tags.literal, tags.url, tags.labelName], color: "var(--work)" },
  { tag: [tags.variableName, tags.propertyName], color: "var(--person)" },
  { tag: [tags.namespace, tags.typeName, tags.className], color: "var(--topic)" },
  { tag: [tags.number, tags.bool], color: "var(--organization)" },
  { tag: tags.comment, color: "var(--soft)" },
]);
const KEYWORDS = ["SELECT", "WHERE", "OPTIONAL", "FILTER", "GROUP BY", "ORDER BY", "LIMIT", "DISTINCT", "COUNT", "GRAPH", "UNION", "BIND", "VALUES", "CONSTRUCT", "ASK", "DESCRIBE", "PREFIX"];

/** Put an editor into an element; *onRun* is called by Ctrl and Enter, *onChange* when the text has changed. */
export function openEditor(parent: HTMLElement, text: string, onRun: () => void, onChange: (text: string) => void): EditorView {
  let terms: Completion[] = [];
  api.vocabulary().then(
    (found) => {
      terms = [
        ...found.classes.map((iri) => ({ label: short(iri, PREFIXES), type: "class" })),
        ...found.properties.map((iri) => ({ label: short(iri, PREFIXES), type: "property" })),
        ...KEYWORDS.map((label) => ({ label, type: "keyword" })),
      ];
    },
    () => undefined,
  );
  const complete = (context: CompletionContext) => {
    const word = context.matchBefore(/[\w:<>/#.?-]+/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const text = context.state.doc.toString();
    const before = text.slice(0, word.from);
    const wanted = /(^|\s)a\s+$/.test(before) ? terms.filter((term) => term.type === "class") : terms.filter((term) => term.type !== "class" || /^[A-Z]/.test(word.text));
    const options = [...wanted, ...variables(text)].map((term) => ({ ...term, apply: withPrefix }));
    return { from: word.from, options, validFor: /^[\w:?-]*$/ };
  };
  return new EditorView({
    doc: text,
    parent,
    extensions: [
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => { onRun(); return true; } }])),
      basicSetup,
      sparql(),
      syntaxHighlighting(HIGHLIGHT),
      autocompletion({ override: [complete] }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "SPARQL query" }),
      EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    ],
  });
}

/** Put a completion into the query, and the PREFIX that it needs before it. */
function withPrefix(view: EditorView, completion: Completion, from: number, to: number): void {
  const prefix = completion.label.split(":")[0] ?? "";
  const iri = completion.label.includes(":") ? PREFIXES[prefix] : undefined;
  const declared = new RegExp(`PREFIX\\s+${prefix}:`, "i").test(view.state.doc.toString());
  const line = iri && !declared ? `PREFIX ${prefix}: <${iri}>\n` : "";
  view.dispatch({
    changes: [...(line ? [{ from: 0, insert: line }] : []), { from, to, insert: completion.label }],
    selection: { anchor: from + line.length + completion.label.length },
  });
}

function variables(text: string): Completion[] {
  return [...new Set(text.match(/[?$]\w+/g) ?? [])].map((label) => ({ label, type: "variable" }));
}
