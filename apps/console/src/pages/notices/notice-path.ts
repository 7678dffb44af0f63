/** Path of the page of one notice. */
export function noticePath(code: string): string {
  return `/console/notices?${new URLSearchParams({ code }).toString()}`
}
