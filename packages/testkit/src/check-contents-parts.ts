import { contentsDataMembers } from './contents-data-members.ts'
import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

/** Checks the parts of one candidate, of a whole response or of a frame. */
export function checkContentsParts(candidate: Loose, breaches: string[]): void {
  const content = object(candidate['content'])
  if (content['role'] !== undefined && content['role'] !== 'model') breaches.push(`a candidate of role ${shown(content['role'])}`)
  for (const part of objects(content['parts'])) {
    const members = contentsDataMembers.filter((member) => part[member] !== undefined)
    if (members.length > 1) breaches.push(`a part with ${members.join(' and ')}`)
    if (part['functionResponse'] !== undefined) breaches.push('a functionResponse in an answer')
    if (part['text'] !== undefined && !isText(part['text'])) breaches.push('a text that is none')
    if (part['thoughtSignature'] !== undefined && !isText(part['thoughtSignature'])) breaches.push('a thoughtSignature that is no text')
    const inline = part['inlineData']
    if (inline !== undefined && (!isText(object(inline)['mimeType']) || !isText(object(inline)['data'])))
      breaches.push('inlineData without type or data')
    const call = object(part['functionCall'])
    const args = call['args']
    if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args))) breaches.push('args that are no object')
  }
}
