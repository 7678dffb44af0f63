/** Index behind the string that begins at `start`; 0 if it does not end. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text.charCodeAt(at - 1) === 92) {
    let first = at - 1
    while (text.charCodeAt(first - 1) === 92) first--
    if ((at - first) % 2 === 0) break
    at = text.indexOf('"', at + 1)
  }
  return at + 1
}
