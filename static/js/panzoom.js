// @ts-check
/**
 * Pan and zoom of a drawing inside an element: mouse, wheel, touch, pinch. Moves nothing itself; it keeps a camera (screen = offset +
 * scale × world) and tells of changes and taps. A pointer that moved 5 px or less is a tap; double-click never zooms.
 */

import { isStill } from "./prefs.js";

/** @typedef {{x: number, y: number, k: number}} Camera */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{world: [number, number], screen: [number, number], touch: boolean, double: boolean}} Tap */

const THRESHOLD = 5;
const MOST = 6;

export class PanZoom {
  /**
   * @param {HTMLElement | SVGElement} element
   * @param {{bounds: Box, onCamera: (camera: Camera) => void, onTap: (tap: Tap) => void, onHover?: (world: [number, number] | null) => void}} options
   */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    /** @type {Camera} */
    this.camera = { x: 0, y: 0, k: 1 };
    this.inset = { top: 0, bottom: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.start = { x: 0, y: 0 };
    this.isPanning = false;
    this.wasPinch = false;
    this.lastWasPan = false;
    this.animation = 0;
    this.size = { width: 1, height: 1 };
    this.fitted = 1;
    const on = /** @param {string} name @param {(event: any) => void} call @param {any} [opts] */ (name, call, opts) => element.addEventListener(name, call, opts);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.up(event));
    on("pointerleave", () => this.options.onHover?.(null));
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("dblclick", (event) => { if (!this.lastWasPan) this.tap(event, true); });
    on("click", (event) => { if (event.detail === 0 && event.pointerType === "") this.tap(event, false); });
  }

  /** Level from 1 (fit) to 6. */
  get level() {
    return this.camera.k / this.fitted;
  }

  /** The part of the element that nothing covers. @returns {Box} */
  get frame() {
    const { width, height } = this.size;
    return { left: 0, top: this.inset.top, width, height: Math.max(80, height - this.inset.top - this.inset.bottom) };
  }

  /** Measure again, keeping the middle where it is. @param {{top?: number, bottom?: number}} [inset] */
  measure(inset = {}) {
    const before = this.middle();
    const level = this.level;
    const first = this.size.width === 1;
    const rect = this.element.getBoundingClientRect();
    this.size = { width: rect.width || 1, height: rect.height || 1 };
    this.inset = { ...this.inset, ...inset };
    const { bounds } = this.options;
    this.fitted = Math.min(this.size.width / bounds.width, this.size.height / bounds.height);
    if (first) this.fit();
    else this.lookAt(before, this.fitted * level);
  }

  /** World point in the middle of the frame. @returns {[number, number]} */
  middle() {
    const { left, top, width, height } = this.frame;
    return this.toWorld(left + width / 2, top + height / 2);
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toWorld(x, y) {
    return [(x - this.camera.x) / this.camera.k, (y - this.camera.y) / this.camera.k];
  }

  fit() {
    const { bounds } = this.options;
    this.lookAt([bounds.left + bounds.width / 2, bounds.top + bounds.height / 2], this.fitted);
  }

  /** @param {[number, number]} world @param {number} [k] @returns {Camera} */
  cameraAt(world, k = this.camera.k) {
    const scale = Math.min(Math.max(k, this.fitted), this.fitted * MOST);
    const { left, top, width, height } = this.frame;
    return { k: scale, x: left + width / 2 - world[0] * scale, y: top + height / 2 - world[1] * scale };
  }

  /** @param {[number, number]} world @param {number} [k] */
  lookAt(world, k) {
    this.set(this.cameraAt(world, k));
  }

  /** Go there in `ms`, at once when motion is off. @param {[number, number]} world @param {number} [k] @param {number} [ms] */
  flyTo(world, k, ms = 400) {
    cancelAnimationFrame(this.animation);
    const from = this.camera;
    const to = this.cameraAt(world, k);
    if (isStill() || ms === 0) return this.set(to);
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - began) / ms);
      const ease = t * t * (3 - 2 * t);
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * ease;
      this.set({ x: mix(from.x, to.x), y: mix(from.y, to.y), k: mix(from.k, to.k) });
      if (t < 1) this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
    return undefined;
  }

  /** Zoom keeping one point of the screen still. @param {number} level @param {[number, number]} [at] */
  zoomTo(level, at) {
    cancelAnimationFrame(this.animation);
    const k = this.fitted * Math.min(Math.max(level, 1), MOST);
    const { left, top, width, height } = this.frame;
    const [sx, sy] = at ?? [left + width / 2, top + height / 2];
    const [wx, wy] = this.toWorld(sx, sy);
    this.set({ k, x: sx - wx * k, y: sy - wy * k });
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    cancelAnimationFrame(this.animation);
    this.set({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /** Bring a world point into the frame if it is not there. @param {[number, number]} world @param {number} [margin] */
  reveal(world, margin = 48) {
    const { left, top, width, height } = this.frame;
    const x = this.camera.x + world[0] * this.camera.k;
    const y = this.camera.y + world[1] * this.camera.k;
    const dx = Math.max(left + margin - x, 0) + Math.min(left + width - margin - x, 0);
    const dy = Math.max(top + margin - y, 0) + Math.min(top + height - margin - y, 0);
    if (dx || dy) this.panBy(dx, dy);
  }

  /** @param {Camera} camera */
  set(camera) {
    const { bounds } = this.options;
    const { left, top, width, height } = this.frame;
    const [cx, cy] = [left + width / 2, top + height / 2];
    const clamp = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(v, low), high);
    // the middle of the frame stays over the board, so nobody gets lost at sea
    const x = clamp(camera.x, cx - (bounds.left + bounds.width) * camera.k, cx - bounds.left * camera.k);
    const y = clamp(camera.y, cy - (bounds.top + bounds.height) * camera.k, cy - bounds.top * camera.k);
    this.camera = { x, y, k: camera.k };
    this.options.onCamera(this.camera);
  }

  /** @param {PointerEvent | MouseEvent} event @returns {[number, number]} */
  local(event) {
    const rect = this.element.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    cancelAnimationFrame(this.animation);
    const [x, y] = this.local(event);
    this.pointers.set(event.pointerId, { x, y });
    if (this.pointers.size === 1) {
      this.start = { x, y };
      this.isPanning = false;
      this.wasPinch = false;
    } else {
      this.wasPinch = true;
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [x, y] = this.local(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.options.onHover?.(this.toWorld(x, y));
      return;
    }
    if (this.pointers.size === 2) this.pinch(event.pointerId, before, { x, y });
    else if (this.isPanning || Math.hypot(x - this.start.x, y - this.start.y) > THRESHOLD) {
      const from = this.isPanning ? before : this.start;
      if (!this.isPanning) this.element.setPointerCapture(event.pointerId);
      this.isPanning = true;
      this.panBy(x - from.x, y - from.y);
    } else return;
    this.pointers.set(event.pointerId, { x, y });
  }

  /** @param {number} id @param {{x: number, y: number}} before @param {{x: number, y: number}} after */
  pinch(id, before, after) {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const old = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const now = Math.hypot(after.x - other.x, after.y - other.y);
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    this.panBy((after.x - before.x) / 2, (after.y - before.y) / 2);
    this.zoomTo(this.level * now / old, [middle.x, middle.y]);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const rest = [...this.pointers.values()][0];
    if (rest) {
      this.start = rest;
      this.isPanning = true;
      return;
    }
    this.lastWasPan = this.isPanning || this.wasPinch;
    if (event.type === "pointerup" && !this.lastWasPan) this.tap(event, false);
    this.isPanning = false;
  }

  /** @param {PointerEvent | MouseEvent} event @param {boolean} double */
  tap(event, double) {
    const screen = this.local(event);
    const touch = "pointerType" in event && event.pointerType === "touch";
    this.options.onTap({ world: this.toWorld(...screen), screen, touch, double });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const by = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoomTo(this.level * Math.exp(-Math.max(-240, Math.min(240, by)) * 0.002), this.local(event));
  }
}
