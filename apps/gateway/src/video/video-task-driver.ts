import type { TaskDriver } from '../tasks/task-driver.ts'
import { credentialOf } from '../caches/find-cache.ts'
import { combineOperations } from './combine-operations.ts'
import { lookAtOperation } from './look-at-operation.ts'
import { paceOf } from './pace-of.ts'
import { settledRecord } from './settled-record.ts'
import { isOver, readVideoPayload } from './video-documents.ts'

/** Milliseconds for a question, and for one that fetches videos. */
const patience = { question: 20_000, fetch: 300_000 } as const
const usual = 5_000

/** Videos that are made by tasks. */
export const videoTaskDriver: TaskDriver = {
  patience: ({ payload }) =>
    readVideoPayload(payload).operations.some((operation) => operation.found !== undefined && !isOver(operation))
      ? patience.fetch
      : patience.question,
  interval({ polls }, channel) {
    if (channel.films === undefined) return usual
    const { first, next, growth, most } = paceOf(channel, channel.films)
    return polls === 0 ? first : Math.min(most, next * growth ** (polls - 1))
  },
  async poll(task, place) {
    const { channel } = place
    const { films } = channel
    const payload = readVideoPayload(task.payload)
    if (films?.format !== payload.format || payload.credential !== credentialOf(channel))
      return { state: 'unreachable', problem: 'the channel has changed' }
    const looks = await Promise.all(
      payload.operations.map((operation) =>
        isOver(operation) ? { operation } : lookAtOperation(task, payload, operation, { ...place, films }),
      ),
    )
    return combineOperations(task, payload, looks)
  },
  /** The record is written here: the client may be gone, and the process that took its wish. Twice the same is one. */
  async settling(task, { gateway, channel }) {
    const { record } = readVideoPayload(task.payload)
    if (record.key !== '') await gateway.store.usage.add([settledRecord(task, gateway, channel)])
  },
}
