/**
 * The many small points of an overview, painted pixel by pixel.
 *
 * A renderer for graphs draws each node several times, once more for what the mouse points at; without a graphics card
 * sixty thousand of them take seconds for each picture. Points that are a few pixels wide and have no name need none of
 * that: painted into an image they take milliseconds.
 */

/** How places become pixels: x' = a x + b y + c, y' = d x + e y + f. */
export interface View {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export interface Points {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
  /** Radii in pixels, when all is in view. */
  sizes: ArrayLike<number>;
  kinds: ArrayLike<number>;
}

const LARGEST = 12;
const STEPS = 4;

/** The share of each pixel that a disc covers, in a square about its middle. */
export function stamp(radius: number): { side: number; cover: Float32Array } {
  const half = Math.ceil(radius);
  const side = 2 * half + 1;
  const cover = new Float32Array(side * side);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [(at % side) - half, Math.floor(at / side) - half];
    let inside = 0;
    for (let part = 0; part < STEPS * STEPS; part += 1) {
      const [dx, dy] = [x + ((part % STEPS) + 0.5) / STEPS - 0.5, y + (Math.floor(part / STEPS) + 0.5) / STEPS - 0.5];
      inside += Number(dx * dx + dy * dy <= radius * radius);
    }
    cover[at] = inside / (STEPS * STEPS);
  }
  return { side, cover };
}

const STAMPS = new Map<number, ReturnType<typeof stamp>>();

function stampOf(radius: number): ReturnType<typeof stamp> {
  const step = Math.max(1, Math.min(LARGEST * 2, Math.round(radius * 2)));
  const known = STAMPS.get(step) ?? stamp(step / 2);
  STAMPS.set(step, known);
  return known;
}

/**
 * Paint points into an image; where two lie on each other the last is seen.
 *
 * @param pixels the image, of *width* and *height*: red, green, blue and how opaque.
 * @param view how places become pixels.
 * @param points what is painted, from index *from* on.
 * @param colours red, green and blue of each kind, or null for kinds that are not shown.
 * @param scale what radii are multiplied with.
 */
export function paint(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  view: View,
  points: Points,
  from: number,
  colours: readonly (readonly [number, number, number] | null)[],
  scale: number,
): void {
  const { xs, ys, sizes, kinds } = points;
  for (let at = from; at < xs.length; at += 1) {
    const colour = colours[kinds[at] ?? 0];
    if (!colour) continue;
    const [x, y] = [xs[at] ?? 0, ys[at] ?? 0];
    const [middle, line] = [Math.round(view.a * x + view.b * y + view.c), Math.round(view.d * x + view.e * y + view.f)];
    if (!(middle > -LARGEST && line > -LARGEST && middle < width + LARGEST && line < height + LARGEST)) continue;
    const { side, cover } = stampOf((sizes[at] ?? 1) * scale);
    const half = (side - 1) / 2;
    for (let row = Math.max(0, half - line); row < side && line + row - half < height; row += 1) {
      for (let column = Math.max(0, half - middle); column < side && middle + column - half < width; column += 1) {
        const alpha = (cover[row * side + column] ?? 0) * 255;
        const slot = ((line + row - half) * width + middle + column - half) * 4;
        if (alpha === 0 || (alpha < 128 && (pixels[slot + 3] ?? 0) > alpha)) continue;
        pixels[slot] = colour[0];
        pixels[slot + 1] = colour[1];
        pixels[slot + 2] = colour[2];
        pixels[slot + 3] = Math.max(alpha, pixels[slot + 3] ?? 0);
      }
    }
  }
}

/** A canvas below all others of an element, on which points are painted. */
export class Ground {
  private readonly canvas = document.createElement("canvas");
  private image: ImageData | null = null;

  constructor(host: HTMLElement, private readonly points: Points, private readonly from: number) {
    this.canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    host.prepend(this.canvas);
  }

  /** Paint the points as they are seen in a view that is given in pixels of the page. */
  draw(view: View, colours: readonly (readonly [number, number, number] | null)[], scale: number): void {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.max(1, Math.round(this.canvas.clientWidth * ratio)), Math.max(1, Math.round(this.canvas.clientHeight * ratio))];
    const context = this.canvas.getContext("2d");
    if (!context) return;
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = context.createImageData(width, height);
    }
    this.image.data.fill(0);
    const { a, b, c, d, e, f } = view;
    paint(this.image.data, width, height, { a: a * ratio, b: b * ratio, c: c * ratio, d: d * ratio, e: e * ratio, f: f * ratio }, this.points, this.from, colours, scale * ratio);
    context.putImageData(this.image, 0, 0);
  }

  remove(): void {
    this.canvas.remove();
  }
}
