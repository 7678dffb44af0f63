/** Event as text, of JSON as `JSON.stringify` prints it, which holds no line break. A name is cut at its first line break. */
export function serializeJsonEvent(json: string, name?: string): string {
  return name === undefined ? `data: ${json}\n\n` : `event: ${firstLine(name)}\ndata: ${json}\n\n`
}

export function firstLine(name: string): string {
  const end = name.search(/[\r\n]/)
  return end === -1 ? name : name.slice(0, end)
}
