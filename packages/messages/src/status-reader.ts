import { addUsage } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'
import { decodeUsage } from './usage.ts'

/** Usage that a response, or the event of a stream, reports; `undefined` if none. */
export function usageOf({ usage }: JsonObject): Usage | undefined {
  return isJsonObject(usage) ? decodeUsage(usage) : undefined
}

/** Makes a reader for which a stream without any beginning is no response: servers may leave out `message_start`, but not everything. */
export function createStatusReader(): (event: JsonObject | '[DONE]', status: StreamStatus) => void {
  let spoke = false
  return (event, status) => {
    if (event === '[DONE]') return
    switch (event['type']) {
      case 'message_start':
        spoke = status.started = true
        if (isJsonObject(event['message'])) addUsage(status, usageOf(event['message']))
        return
      case 'message_delta':
        spoke = true
        return addUsage(status, usageOf(event))
      case 'message_stop':
        status.phase = spoke ? 'ended' : 'broken'
        return
      case 'error':
        status.phase = 'failed'
    }
  }
}
