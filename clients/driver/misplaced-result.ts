import { isJsonObject, type Json, type JsonObject } from '../../packages/core/src/index.ts'

/** Results of the two tools of every loop. */
const answers: Readonly<Record<string, string>> = { get_weather: 'sunny-4711', get_time: 'noon-0815' }

/** Fault in the results of a loop's last request, in any format: a missing result, or one at another call. `undefined` if there is none. */
export function misplacedResult(body: JsonObject): string | undefined {
  const names = new Map<string, string>()
  const told = new Set<string>()
  let problem: string | undefined
  const judge = (name: string | undefined, result: Json | undefined): void => {
    const answer = name === undefined ? undefined : answers[name]
    if (name === undefined || answer === undefined) problem ??= 'a result stands at a call that is not there'
    else if (!JSON.stringify(result).includes(answer)) problem ??= `the result of ${name} is ${JSON.stringify(result)}`
    else told.add(name)
  }
  const walk = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isJsonObject(value)) return
    const { type, id, call_id: callId, name, function: called } = value
    // Gemini takes both spellings.
    const functionCall = value['functionCall'] ?? value['function_call']
    const functionResponse = value['functionResponse'] ?? value['function_response']
    if (type === 'tool_use' || type === 'function_call') names.set(String(id ?? callId), String(name))
    if (type === 'function_call') names.set(String(callId), String(name))
    if (type === 'function' && isJsonObject(called) && id !== undefined) names.set(String(id), String(called['name']))
    if (isJsonObject(functionCall) && functionCall['id'] !== undefined) names.set(String(functionCall['id']), String(functionCall['name']))
    if (type === 'tool_result') judge(names.get(String(value['tool_use_id'])), value['content'])
    if (type === 'function_call_output') judge(names.get(String(callId)), value['output'])
    if (value['role'] === 'tool') judge(names.get(String(value['tool_call_id'])), value['content'])
    if (isJsonObject(functionResponse)) {
      const there = functionResponse['id'] === undefined ? functionResponse['name'] : names.get(String(functionResponse['id']))
      judge(there === undefined ? undefined : String(there), functionResponse['response'])
    }
    Object.values(value).forEach(walk)
  }
  walk(body)
  if (problem !== undefined) return problem
  const missing = Object.keys(answers).filter((name) => !told.has(name))
  return missing.length > 0 ? `the result of ${missing.join(' and ')} never came to the upstream` : undefined
}
