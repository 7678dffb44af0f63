import { endOfString } from './end-of-string.ts'

const structure = /["[\]{},]/g

/**
 * Removes a member of the root object from a JSON text, leaving all other spellings as they were. Text that is no JSON object is returned
 * as it is.
 */
export function withoutMember(json: string, key: string): string {
  const name = `"${key}"`
  const open = json.search(/\S/)
  if (json[open] !== '{' || !json.includes(name)) return json
  const kept: string[] = []
  let member = open + 1
  let depth = 0
  let left = false
  for (let at = open; at < json.length;) {
    structure.lastIndex = at
    const stop = structure.exec(json)?.index ?? -1
    if (stop === -1) return json
    const character = json[stop]
    at = character === '"' ? endOfString(json, stop) : stop + 1
    if (at === 0) return json
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth === 0 || (depth === 1 && character === ',')) {
      const text = json.slice(member, stop)
      if (text.trimStart().startsWith(name)) left = true
      else kept.push(text)
      member = at
      if (depth === 0) return left ? `${json.slice(0, open + 1)}${kept.join(',')}${json.slice(stop)}` : json
    }
  }
  return json
}
