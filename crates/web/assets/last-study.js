// Offers to continue the last analysis.

import { positionPath } from "./addresses.js";
import * as studies from "./studies.js";

const link = document.getElementById("last-study");
const last = studies.last();
if (link instanceof HTMLAnchorElement && last) {
  const { id, record, path } = last;
  link.hidden = false;
  link.href = id ? `/g/${id}/analysis` : `/a/${record.game}/${positionPath(record.start)}`;
  link.addEventListener("click", () => {
    if (!id) studies.handOver({ ...record, path });
  });
}
