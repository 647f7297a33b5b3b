// Offers to go on with what was analysed last.

import { positionPath } from "./board.js";
import * as studies from "./studies.js";

const link = document.getElementById("last-study");
const last = studies.last();
if (link && last) {
  link.hidden = false;
  link.href = last.id ? `/g/${last.id}/analysis` : `/a/${last.record.game}/${positionPath(last.record.start)}`;
  link.addEventListener("click", () => {
    if (!last.id) studies.hand({ ...last.record, path: last.path });
  });
}
