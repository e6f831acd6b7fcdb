// Shows the explorer's graph in a frame that can reach nothing, and carries its calls to the kernel and back.
// PAGE, the frame's page, is put before this by widget.py.
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.title = "Graph";
  frame.style.cssText = `width:100%;height:${model.get("height")}px;border:1px solid #8884;border-radius:6px;background:#fff`;
  const view = Math.random().toString(36).slice(2);
  const tell = (said) => frame.contentWindow?.postMessage(said, "*");
  const heard = ({ data, source }) => {
    if (source !== frame.contentWindow) return;
    if (data.ready) tell({ begin: { base: model.get("_base"), parameters: model.get("_parameters") } });
    else if (data.call) model.send({ view, id: data.call.id, address: data.call.address });
    else if (data.selected) {
      model.set("_selected", data.selected);
      model.save_changes();
    }
  };
  const answered = (message) => {
    if (message.view === view) tell({ id: message.id, status: message.status, body: message.body });
  };
  const resized = () => (frame.style.height = `${model.get("height")}px`);
  addEventListener("message", heard);
  model.on("msg:custom", answered);
  model.on("change:height", resized);
  frame.srcdoc = PAGE;
  el.append(frame);
  return () => {
    removeEventListener("message", heard);
    model.off("msg:custom", answered);
    model.off("change:height", resized);
  };
}
export default { render };
