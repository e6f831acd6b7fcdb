/** A chart of the page as a picture of its own: with its title, and colours that no page around it gives. */

const TAKEN = ["fill", "stroke", "stroke-width", "stroke-opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order", "opacity"] as const;
const [ABOVE, MARGIN] = [34, 12];

export function chartPicture(chart: SVGSVGElement, title: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const [own, others] = [[...chart.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  own.forEach((element, place) => {
    const style = getComputedStyle(element);
    others[place]?.setAttribute("style", TAKEN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  for (const link of copy.querySelectorAll("a")) link.removeAttribute("href");
  const { width, height, x = 0, y = 0 } = chart.viewBox.baseVal;
  const [wide, high] = [width + 2 * MARGIN, height + MARGIN + ABOVE];
  copy.setAttribute("x", String(MARGIN));
  copy.setAttribute("y", String(ABOVE));
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const page = getComputedStyle(document.body);
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  picture.setAttribute("width", String(wide));
  picture.setAttribute("height", String(high));
  const element = (name: string, attributes: Record<string, string>) => {
    const created = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    picture.append(created);
    return created;
  };
  element("rect", { width: "100%", height: "100%", fill: page.backgroundColor });
  element("text", { x: String(MARGIN), y: "23", fill: page.color, style: `font:600 16px ${page.fontFamily}` }).textContent = title;
  picture.append(copy);
  return new XMLSerializer().serializeToString(picture);
}
