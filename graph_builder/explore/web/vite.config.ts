import { defineConfig } from "vite";

/** The page; or, in the mode "notebook", the graph alone as one script and one style, to be put into a frame. */
export default defineConfig(({ mode }) => ({
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    ...(mode === "notebook" && {
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: "src/notebook.tsx", formats: ["iife"] as const, name: "graphBuilder", fileName: () => "notebook.js", cssFileName: "notebook" },
    }),
  },
  ...(mode === "notebook" && { define: { "process.env.NODE_ENV": '"production"' } }),
  server: { proxy: { "/api": "http://127.0.0.1:7700", "/sparql": "http://127.0.0.1:7700" } },
}));
