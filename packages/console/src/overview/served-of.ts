/** Channel and model of a group of the store by `served`. A model's name may have any sign, a channel's has no end of a line. */
export function servedOf(group: string): { readonly channel: string; readonly model: string } {
  const end = group.indexOf('\n')
  return { channel: group.slice(0, end), model: group.slice(end + 1) }
}
