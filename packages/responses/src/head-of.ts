/** Text before the number of an event, for types that need no escape. */
export function headOf(type: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":`
}
