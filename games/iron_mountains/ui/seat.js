// @ts-check
/** A park's page: the chart of its Victory Points in place of the plain numbers. */

import { render } from "../../vendor/lit-html/lit-html.js";
import { lineChart } from "../../js/chart.js";
import { emblemId } from "./realms.js";
import { markOf } from "./words.js";

const open = JSON.parse(document.getElementById("game-public")?.textContent ?? "{}");
const host = document.getElementById("chart");
const script = document.querySelector("script[data-seat]");
const seat = script instanceof HTMLElement ? script.dataset.seat ?? "0" : "0";
const side = open.sides?.[seat];

if (host && side?.history?.length) {
  const mark = markOf({ public: open }, seat);
  const series = [{ name: side.name, mark, emblem: emblemId(mark), points: side.history }];
  render(lineChart(series, { label: `Victory Points of ${side.name} by week`, first: "start", unit: "Victory Points" }), host);
  document.querySelector("[data-without-chart]")?.setAttribute("hidden", "");
}
