/** Text for a pattern of `LIKE … ESCAPE '!'` in which each sign stands for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}
