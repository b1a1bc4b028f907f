// @ts-check
/** Native dialogs whose contents are drawn again with the page. Focus goes back to where it was; Escape is the browser's. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";

/** @typedef {{name: string, render: () => unknown, className?: string, place?: "left" | "right" | "middle", onClose?: () => void}} Spec */

export class Dialogs {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Spec | null} */
    this.spec = null;
    /** @type {Element | null} */
    this.before = null;
  }

  get isOpen() {
    return this.spec !== null;
  }

  /** @param {Spec} spec */
  open(spec) {
    if (this.spec) this.close();
    this.before = document.activeElement;
    this.spec = spec;
    this.draw();
    const element = this.element;
    element?.showModal();
    const first = element?.querySelector("[autofocus]");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @returns {HTMLDialogElement | null} */
  get element() {
    return this.host.querySelector("dialog");
  }

  draw() {
    const { spec } = this;
    render(spec ? html`<dialog class="${spec.className ?? ""} dialog-${spec.place ?? "middle"}" data-dialog=${spec.name} aria-labelledby="dialog-title"
      @close=${() => this.closed()} @click=${(/** @type {MouseEvent} */ event) => this.outside(event)}>${spec.render()}</dialog>` : nothing, this.host);
  }

  /** A click on the backdrop closes. @param {MouseEvent} event */
  outside(event) {
    const { element } = this;
    if (!element || event.target !== element) return;
    const box = element.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) this.close();
  }

  close() {
    const { element } = this;
    if (element?.open) element.close();
    else this.closed();
  }

  closed() {
    const { spec, before } = this;
    if (!spec) return;
    this.spec = null;
    this.draw();
    spec.onClose?.();
    if (before && "focus" in before && before.isConnected) /** @type {any} */ (before).focus({ preventScroll: true });
  }
}

/**
 * A question whose answer button names what it does.
 * @param {{title: string, text: string, action: string, danger?: boolean}} words @param {() => void} close @param {(answer: boolean) => void} answered
 * @returns {Spec}
 */
export function question({ title, text, action, danger = false }, close, answered) {
  let answer = false;
  const done = () => { answer = true; close(); };
  return {
    name: "question",
    onClose: () => answered(answer),
    render: () => html`<div class="dialog-body"><h2 id="dialog-title">${title}</h2><p>${text}</p>
      <div class="dialog-actions"><button class="button" type="button" autofocus @click=${close}>No</button>
      <button class="button ${danger ? "button-danger" : "button-primary"}" type="button" @click=${done}>${action}</button></div></div>`,
  };
}
