import { at, isObject, items, member, text } from '../../json/access.ts'
import type { Json } from '../../json/json.ts'
import { refuseNames } from '../refuse-names.ts'

/** Rules of Gemini's generateContent that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const contents = items(at(body, 'contents'))
  if (contents.length === 0) rules.push('contents is empty')
  const names = items(at(body, 'tools')).flatMap((tool) =>
    items(member(tool, 'functionDeclarations', 'function_declarations')).flatMap((each) => text(at(each, 'name')) ?? []),
  )
  rules.push(...refuseNames(names, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/))
  let open: readonly string[] = []
  for (const [index, content] of contents.entries()) {
    const parts = items(at(content, 'parts'))
    if (parts.length === 0) rules.push('a content has no parts')
    const results = parts.flatMap((part) => member(part, 'functionResponse', 'function_response') ?? [])
    if (open.length > 0 || results.length > 0) {
      const answered = results.map((result) => text(at(result, 'name')) ?? '')
      if (answered.length !== open.length) rules.push('the number of function responses is not that of the calls before')
      else if (answered.toSorted().join() !== open.toSorted().join())
        rules.push('function responses have other names than the calls before')
    }
    for (const result of results) if (!isObject(at(result, 'response'))) rules.push('functionResponse.response is no object')
    open = parts.flatMap((part) => text(at(member(part, 'functionCall', 'function_call'), 'name')) ?? [])
    if (open.length > 0 && at(content, 'role') !== 'model') rules.push('a function call is not the model’s')
    if (index === 0 && open.length > 0) rules.push('a function call comes before any turn of the user')
  }
  if (open.length > 0) rules.push('a function call is not answered')
  return rules
}
