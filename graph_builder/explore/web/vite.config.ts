import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { outDir: "dist", target: "es2022", sourcemap: false, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:7700", "/sparql": "http://127.0.0.1:7700" } },
});
