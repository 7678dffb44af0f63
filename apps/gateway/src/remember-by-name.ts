/** Names whose finds are remembered where nobody says otherwise, and the longest of them. */
const usually = 1_000
const longest = 512

/**
 * The same as `find`, which is asked once for names that come again and again. Names are what callers make up: long ones are not kept, and where
 * there are too many all are forgotten.
 */
export function rememberByName<Found>(find: (name: string) => Found, most = usually): (name: string) => Found {
  const known = new Map<string, Found>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined || known.has(name)) return before as Found // what is there was found
    const found = find(name)
    if (name.length > longest) return found
    if (known.size >= most) known.clear()
    known.set(name, found)
    return found
  }
}
