/** The number that each event of Responses bears. Inside a text its quotes are escaped, so that it is not found there. */
const numbered = /"sequence_number": ?(\d+)/g

/** Events of ours behind those that passed: their numbers go on from the last one of `passed`. */
export function continueSequence(events: string, passed: Buffer | undefined): string {
  const last = passed === undefined ? undefined : [...passed.toString('latin1').matchAll(numbered)].at(-1)?.[1]
  if (last === undefined) return events
  return events.replaceAll(numbered, (_, number: string) => `"sequence_number":${Number(last) + 1 + Number(number)}`)
}
