import { isText, object, objects } from './loose.ts'

/** Breaches of the promises to clients of Chat Completions that the response's schema does not state. */
export function checkChatResponse(body: unknown): readonly string[] {
  const completion = object(body)
  const breaches: string[] = []
  if (completion['object'] !== 'chat.completion') breaches.push('no chat.completion')
  if (!isText(completion['id']) || !isText(completion['model']) || !Number.isInteger(completion['created']))
    breaches.push('no id, model or whole created')
  for (const choice of objects(completion['choices'])) {
    const message = object(choice['message'])
    if (!Number.isInteger(choice['index'])) breaches.push('a choice without an index')
    if (!isText(choice['finish_reason'])) breaches.push('a choice without a finish_reason')
    if (message['role'] !== 'assistant') breaches.push("a message that is not the assistant's")
    if (!isText(message['content']) && message['content'] !== null) breaches.push('content is neither text nor null')
    if (Array.isArray(message['tool_calls']) && message['tool_calls'].length === 0) breaches.push('tool_calls is empty')
    const calls = objects(message['tool_calls'])
    for (const call of calls) {
      const body = call['type'] === 'custom' ? object(call['custom']) : object(call['function'])
      if (!isText(call['id']) || !isText(body['name']) || !isText(body['arguments'] ?? body['input']))
        breaches.push('a call without id, name or arguments')
    }
    if (calls.length > 0 && choice['finish_reason'] === 'stop') breaches.push('calls end in stop')
  }
  const usage = object(completion['usage'])
  if (
    completion['usage'] !== undefined &&
    completion['usage'] !== null &&
    usage['total_tokens'] !== Number(usage['prompt_tokens']) + Number(usage['completion_tokens'])
  )
    breaches.push('total_tokens is not the sum')
  return breaches
}
