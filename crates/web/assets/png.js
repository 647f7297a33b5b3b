// Pictures that are made in the page.

/** Width of a picture in pixels, as on the server. */
export const PICTURE_WIDTH = 800;
/** Width of a picture to share. */
export const SHARED_WIDTH = 1200;

/**
 * Returns a drawing as pixels, as a PNG file.
 * @param {string} svg
 * @param {number} width
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, width) {
  const image = new Image();
  // Unlike an address of a blob, the security policy allows this one.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))));
  });
}
