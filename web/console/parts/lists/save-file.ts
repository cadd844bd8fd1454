/** The browser has begun the download by then. */
const FORGET_AFTER_MS = 60_000;

export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_AFTER_MS);
}
