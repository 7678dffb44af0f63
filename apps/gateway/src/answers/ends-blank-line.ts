/** Whether the byte at `at` ends a blank line. */
export function endsBlankLine(events: Buffer, at: number): boolean {
  if (events[at] !== 10) return events[at] === 13 && events[at - 1] === 13
  return events[at - 1] === 10 || (events[at - 1] === 13 && events[at - 2] === 10)
}
