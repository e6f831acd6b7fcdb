"use strict";
(() => {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const kinds = new Map(graph.kinds.map((kind) => [kind.kind, kind]));
  const EDGE_COLORS = { education: "#8fb3d9", employment: "#e0a184", advising: "#5b6b7a", authorship: "#a5d6c6",
    publication: "#dcb5cb", interest: "#ecd096", service: "#dcb5cb", award: "#e0a184",
    listing: "#a5d6c6", "co-author": "#ccd4dc" };
  const DASHES = { education: [6, 4], interest: [2, 3], service: [2, 3], listing: [2, 3] };
  const ORDER = ["employment", "education", "advising", "interest", "authorship", "listing", "publication", "co-author", "award", "service"];
  const hidden = { kind: new Set(), relation: new Set() };
  let hoveredNode = null, hoveredEdge = null, chosen = null;

  const verb = (relation) => graph.verbs[relation] || relation;
  const edgeColor = (relation) => EDGE_COLORS[relation] || "#b8c1ca";

  // The labels are drawn by us, at one size on the screen and never over one another; vis draws shapes and lines.
  const nodes = new vis.DataSet(graph.nodes.map((node) => ({
    id: node.id, x: node.x, y: node.y, size: node.size, shape: node.shape, label: undefined,
    color: { background: node.color, border: node.focus ? "#1d2733" : "#ffffff",
      highlight: { background: node.color, border: "#1d2733" }, hover: { background: node.color, border: "#1d2733" } },
    borderWidth: node.focus ? 3 : 1.5,
  })));
  const parallel = new Map();
  for (const edge of graph.edges) {
    const pair = [edge.from, edge.to].sort().join(" ");
    edge.turn = parallel.get(pair) || 0;
    parallel.set(pair, edge.turn + 1);
  }
  const edges = new vis.DataSet(graph.edges.map((edge) => ({
    id: edge.id, from: edge.from, to: edge.to, width: Math.min(5, 1.2 + 0.7 * Math.log2(edge.count)),
    color: { color: edgeColor(edge.relation), highlight: "#3c4855", hover: "#3c4855" },
    dashes: DASHES[edge.relation] || false,
    arrows: edge.relation === "advising" ? { to: { enabled: true, scaleFactor: 0.5 } } : "",
    smooth: edge.turn ? { enabled: true, type: "curvedCW", roundness: 0.12 * edge.turn } : false,
  })));
  const edgeById = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const incident = new Map(graph.nodes.map((node) => [node.id, []]));
  for (const edge of graph.edges) { incident.get(edge.from).push(edge); incident.get(edge.to).push(edge); }

  const network = new vis.Network(document.getElementById("network"), { nodes, edges }, {
    physics: { enabled: false }, layout: { improvedLayout: false },
    interaction: { hover: true, hoverConnectedEdges: false, tooltipDelay: 1e9, selectConnectedEdges: false },
    nodes: { font: { size: 0 } }, edges: { selectionWidth: 1, hoverWidth: 0.5 },
  });

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // ---- what is near the thing under the pointer (or the one chosen) ----
  const near = () => {
    const centre = hoveredNode || chosen;
    if (!centre) return null;
    const found = new Set([centre]);
    for (const edge of incident.get(centre)) if (shown(edge)) { found.add(edge.from); found.add(edge.to); }
    return found;
  };
  const shown = (edge) => !hidden.relation.has(edge.relation) &&
    !hidden.kind.has(byId.get(edge.from).kind) && !hidden.kind.has(byId.get(edge.to).kind);

  // ---- labels ----
  const overlaps = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const state = { network, nodes, edges, labels: [], near: [] };
  const drawLabel = (context, lines, x, y, align, size, weight, ink) => {
    context.font = `${weight} ${size}px "Inter", "Segoe UI", "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif`;
    context.textAlign = align; context.textBaseline = "top"; context.lineJoin = "round";
    context.lineWidth = size / 3.2; context.strokeStyle = "rgba(255,255,255,.92)"; context.fillStyle = ink;
    lines.forEach((line, at) => context.strokeText(line, x, y + at * size * 1.18));
    lines.forEach((line, at) => context.fillText(line, x, y + at * size * 1.18));
  };
  const measure = (context, lines, size, weight) => {
    context.font = `${weight} ${size}px "Inter", "Segoe UI", "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif`;
    return [Math.max(...lines.map((line) => context.measureText(line).width)), lines.length * size * 1.18];
  };
  network.on("afterDrawing", (context) => {
    const scale = network.getScale();
    const bright = near();
    const font = Math.max(11, Math.min(17, 12 * scale)) / scale;
    const places = network.getPositions();
    const taken = [];
    const visible = graph.nodes.filter((node) => !hidden.kind.has(node.kind));
    for (const node of visible) {
      const at = places[node.id], r = node.size * 0.8;
      taken.push([at.x - r, at.y - r, at.x + r, at.y + r, node.id]);
    }
    const order = [...visible].sort((a, b) => importance(b, bright) - importance(a, bright) || a.rank - b.rank);
    state.labels = [];
    const canvas = document.getElementById("network");
    const low = network.DOMtoCanvas({ x: 2, y: 2 }), high = network.DOMtoCanvas({ x: canvas.clientWidth - 2, y: canvas.clientHeight - 2 });
    const inView = (box) => box[0] >= low.x && box[1] >= low.y && box[2] <= high.x && box[3] <= high.y;
    for (const node of order) {
      const must = node.focus || (bright && bright.has(node.id));
      if (bright && !must) continue;
      const size = node.focus ? font * 1.25 : font, weight = node.focus || node.subject ? 650 : 400;
      const lines = node.label.split("\n"), at = places[node.id], gap = node.size + (node.focus ? 6 : 3) / scale;
      const [width, height] = measure(context, lines, size, weight);
      const options = [
        [at.x, at.y + gap, "center", at.x - width / 2, at.y + gap],
        [at.x, at.y - gap - height, "center", at.x - width / 2, at.y - gap - height],
        [at.x + gap, at.y - height / 2, "left", at.x + gap, at.y - height / 2],
        [at.x - gap, at.y - height / 2, "right", at.x - gap - width, at.y - height / 2]];
      for (const [dx, align] of [[0.7, "left"], [-0.7, "right"]]) for (const down of [1, -1]) {
        const x = at.x + gap * dx, y = at.y + (down > 0 ? gap * 0.7 : -gap * 0.7 - height);
        options.push([x, y, align, align === "left" ? x : x - width, y]);
      }
      const clashes = options.map((o) => {
        const box = [o[3], o[4], o[3] + width, o[4] + height];
        return (inView(box) ? 0 : 100) + taken.filter((other) => other[4] !== node.id && overlaps(box, other)).length;
      });
      const least = Math.min(...clashes);
      if (least && !must && !node.subject) continue;
      const spot = options[clashes.indexOf(least)];
      taken.push([spot[3], spot[4], spot[3] + width, spot[4] + height]);
      drawLabel(context, lines, spot[0], spot[1], spot[2], size, weight, "#1d2733");
      state.labels.push(node.id);
    }
    labelEdges(context, places, 11 / scale);
  });
  const importance = (node, bright) => (node.focus ? 4 : 0) + (bright && bright.has(node.id) ? 2 : 0) + (node.subject ? 1 : 0);

  const labelEdges = (context, places, size) => {
    const centre = hoveredNode || chosen;
    const named = hoveredEdge ? [edgeById.get(hoveredEdge)] : centre ? incident.get(centre).filter(shown) : [];
    if (named.length > 14) return;
    for (const edge of named) {
      const a = places[edge.from], b = places[edge.to];
      drawLabel(context, [verb(edge.relation)], (a.x + b.x) / 2, (a.y + b.y) / 2 - size / 2, "center", size, "italic 400", "#5c6875");
    }
  };

  // ---- dimming what is far from the thing under the pointer ----
  const dim = () => {
    const bright = near();
    state.near = bright ? [...bright] : [];
    nodes.update(graph.nodes.map((node) => ({ id: node.id, opacity: !bright || bright.has(node.id) ? 1 : 0.15 })));
    const centre = hoveredNode || chosen;
    edges.update(graph.edges.map((edge) => {
      const lit = !centre || edge.from === centre || edge.to === centre;
      return { id: edge.id, color: { color: edgeColor(edge.relation), opacity: lit ? 1 : 0.12, highlight: "#3c4855", hover: "#3c4855" } };
    }));
  };

  // ---- tooltip and details: text only, whatever a source holds ----
  const factElement = (line, head) => {
    const made = element("div", "fact");
    made.append(element("div", "head", head + (line.text ? `: ${line.text}` : "")));
    if (line.quote) made.append(element("blockquote", "", `“${line.quote}”`));
    made.append(element("div", "from", `${line.source} · confidence ${line.confidence.toFixed(2)} · fact ${line.id.slice(0, 8)}`));
    return made;
  };
  const headOf = (edge, from) => {
    const start = byId.get(edge.from).name, end = byId.get(edge.to).name;
    const head = from === edge.from ? `${verb(edge.relation)} ${end}` : `${start} ${verb(edge.relation)}${from ? " this" : ` ${end}`}`;
    return edge.count > 1 && !edge.facts.length ? `${head} (${edge.count} papers)` : head;
  };
  const fillNode = (target, id, limit) => {
    const node = byId.get(id);
    target.append(element("h2", "", node.name), element("div", "kind", node.kind));
    // Careers before papers, awards and service; the latest first.
    const lines = node.facts.map((line) => [line, line.relation, line.relation]);
    for (const edge of incident.get(id)) {
      if (!edge.facts.length) lines.push([null, headOf(edge, id), edge.relation]);
      for (const line of edge.facts) lines.push([line, headOf(edge, id), edge.relation]);
    }
    const place = (relation) => (ORDER.indexOf(relation) + ORDER.length + 1) % (ORDER.length + 1);
    lines.sort((a, b) => place(a[2]) - place(b[2]) || (b[0] ? b[0].order : "").localeCompare(a[0] ? a[0].order : ""));
    lines.slice(0, limit).forEach(([line, head]) => {
      if (line) target.append(factElement(line, head));
      else { const made = element("div", "fact"); made.append(element("div", "head", head)); target.append(made); }
    });
    if (lines.length > limit) target.append(element("div", "from", `and ${lines.length - limit} more: click to see them`));
  };
  const fillEdge = (target, id, limit) => {
    const edge = edgeById.get(id);
    target.append(element("h2", "", headOf(edge, null)));
    edge.facts.slice(0, limit).forEach((line) => target.append(factElement(line, line.relation)));
    if (edge.facts.length > limit) target.append(element("div", "from", `and ${edge.facts.length - limit} more: click to see them`));
  };
  const tip = document.getElementById("tip");
  const showTip = (fill, pointer) => {
    tip.replaceChildren(); fill(tip); tip.hidden = false;
    // Beside the pointer, on the side that has room: what it tells of stays in sight.
    const box = document.getElementById("network").getBoundingClientRect();
    const x = pointer.x + box.left, y = pointer.y + box.top;
    const right = x + 26 + tip.offsetWidth < window.innerWidth;
    tip.style.left = `${Math.max(4, right ? x + 26 : x - 26 - tip.offsetWidth)}px`;
    tip.style.top = `${Math.max(4, Math.min(y + 12, window.innerHeight - tip.offsetHeight - 12))}px`;
  };
  const details = document.getElementById("details");
  const showDetails = (fill) => {
    details.replaceChildren();
    const close = element("button", "close", "×");
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => { choose(null); });
    details.append(close); fill(details); details.hidden = false; details.scrollTop = 0;
  };
  const uncover = (id) => {
    const position = network.getPositions([id])[id], canvas = document.getElementById("network");
    const free = canvas.clientWidth - details.offsetWidth - 60;
    const over = network.canvasToDOM(position).x - free;
    if (over > 0) network.moveTo({ offset: { x: -over - free / 4, y: 0 }, animation: { duration: 250 } });
  };
  const choose = (id) => {
    chosen = id; tip.hidden = true;
    if (id) { showDetails((target) => fillNode(target, id, Infinity)); network.selectNodes([id], false); uncover(id); }
    else { details.hidden = true; network.unselectAll(); }
    dim();
  };
  network.on("hoverNode", (event) => { hoveredNode = event.node; dim(); showTip((target) => fillNode(target, event.node, 3), event.pointer.DOM); });
  network.on("blurNode", () => { hoveredNode = null; tip.hidden = true; dim(); });
  network.on("hoverEdge", (event) => { hoveredEdge = event.edge; showTip((target) => fillEdge(target, event.edge, 4), event.pointer.DOM); network.redraw(); });
  network.on("blurEdge", () => { hoveredEdge = null; tip.hidden = true; network.redraw(); });
  network.on("dragStart", () => { tip.hidden = true; });
  network.on("click", (event) => {
    if (event.nodes.length) choose(event.nodes[0]);
    else if (event.edges.length) { choose(null); showDetails((target) => fillEdge(target, event.edges[0], Infinity)); }
    else choose(null);
  });

  // ---- legend, with switches ----
  const SHAPES = { dot: ["circle", { cx: 9, cy: 7, r: 6 }], square: ["rect", { x: 3, y: 1, width: 12, height: 12 }],
    diamond: ["path", { d: "M9 0l7 7-7 7-7-7z" }], triangle: ["path", { d: "M9 1l7 12H2z" }],
    hexagon: ["path", { d: "M5 1h8l4 6-4 6H5L1 7z" }] };
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const switchFor = (group, value, sign, text, count) => {
    const label = element("label"), box = element("input"), picture = svg("svg", { viewBox: "0 0 18 14", "aria-hidden": "true" });
    box.type = "checkbox"; box.checked = true; box.dataset[group] = value;
    box.addEventListener("change", () => { hidden[group][box.checked ? "delete" : "add"](value); apply(); });
    picture.append(sign); label.append(box, picture, element("span", "", text), element("span", "count", String(count)));
    return label;
  };
  const apply = () => {
    nodes.update(graph.nodes.map((node) => ({ id: node.id, hidden: hidden.kind.has(node.kind) })));
    edges.update(graph.edges.map((edge) => ({ id: edge.id, hidden: !shown(edge) })));
    network.redraw();
  };
  const legend = document.getElementById("legend");
  const count = (list, key, value) => list.filter((item) => item[key] === value).length;
  const kindColumn = element("div"), relationColumn = element("div");
  for (const kind of graph.kinds) {
    const number = count(graph.nodes, "kind", kind.kind);
    if (!number) continue;
    const [name, attributes] = SHAPES[kind.shape];
    kindColumn.append(switchFor("kind", kind.kind, svg(name, { ...attributes, fill: kind.color }), kind.plural, number));
  }
  const relations = new Set([...Object.keys(graph.verbs), ...graph.edges.map((edge) => edge.relation)]);
  for (const relation of relations) {
    if (!count(graph.edges, "relation", relation)) continue;
    const line = svg("path", { d: "M0 7h18", stroke: edgeColor(relation), "stroke-width": 2.5, "stroke-dasharray": (DASHES[relation] || []).join(" ") || "none" });
    relationColumn.append(switchFor("relation", relation, line, verb(relation), count(graph.edges, "relation", relation)));
  }
  legend.append(kindColumn, relationColumn);

  // ---- search ----
  const search = document.getElementById("search"), hits = document.getElementById("hits");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const go = (id) => { hits.replaceChildren(); search.value = byId.get(id).name; choose(id); network.focus(id, { scale: Math.max(1, network.getScale()), animation: { duration: 300 } }); };
  search.addEventListener("input", () => {
    const wanted = plain(search.value.trim());
    hits.replaceChildren();
    if (!wanted) return;
    for (const node of graph.nodes.filter((node) => plain(node.name).includes(wanted)).slice(0, 8)) {
      const item = element("li"), button = element("button", "", node.name);
      button.type = "button"; button.addEventListener("click", () => go(node.id));
      item.append(button); hits.append(item);
    }
  });
  search.addEventListener("keydown", (event) => {
    const first = hits.querySelector("button");
    if (event.key === "Enter" && first) first.click();
    if (event.key === "Escape") { search.value = ""; hits.replaceChildren(); }
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") choose(null); });

  // ---- the picture as a file: what is seen, on white ----
  document.getElementById("save").addEventListener("click", () => {
    const seen = document.querySelector("#network canvas"), copy = document.createElement("canvas");
    copy.width = seen.width; copy.height = seen.height;
    const context = copy.getContext("2d");
    context.fillStyle = "#fff"; context.fillRect(0, 0, copy.width, copy.height); context.drawImage(seen, 0, 0);
    const link = element("a");
    link.href = copy.toDataURL("image/png"); link.download = "graph.png"; link.click();
  });

  const fit = () => {
    network.fit({ animation: false, maxZoomLevel: 1.45 });
    network.moveTo({ scale: network.getScale() * 0.93 }); // labels stand out over the shapes that are fitted
  };
  fit();
  // A large graph is seen from afar: shapes and lines grow so that they can still be told apart.
  const grow = Math.max(1, Math.min(1.9, 0.95 / network.getScale()));
  if (grow > 1) {
    for (const node of graph.nodes) node.size *= grow;
    nodes.update(graph.nodes.map((node) => ({ id: node.id, size: node.size })));
    edges.update(edges.get().map((edge) => ({ id: edge.id, width: edge.width * grow })));
  }
  window.addEventListener("resize", fit);
  window.graphBuilder = state;
})();
