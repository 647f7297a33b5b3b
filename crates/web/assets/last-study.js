// Offers to continue the last analysis.

import * as studies from "./studies.js";
import { positionAddress } from "./study-address.js";

const link = document.getElementById("last-study");
const last = studies.last();
if (link instanceof HTMLAnchorElement && last) {
  const { id, record, path } = last;
  link.hidden = false;
  link.href = id ? `/g/${id}/analysis` : positionAddress(record.game, record.start);
  link.addEventListener("click", () => {
    if (!id) studies.handOver({ ...record, path });
  });
}
