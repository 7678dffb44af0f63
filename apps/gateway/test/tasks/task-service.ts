import type { Channel } from '@interlingua/upstreams'
import type { Store } from '@interlingua/store'
import { createTasks, type TaskDriver, type TaskEvent, type TaskRequest, type Tasks, type TasksOptions } from '@interlingua/tasks'
import { atEnd } from '../at-end.ts'

export interface TaskService extends Tasks {
  /** The channels that the configuration in force names. */
  channels: string[]
  readonly events: readonly TaskEvent[]
}

export interface ServiceOptions {
  readonly lookEvery?: number
  readonly margin?: number
  readonly waitEvery?: number
  readonly lead?: NonNullable<TasksOptions['lead']>
}

/** The tasks of a gateway without the gateway: the drivers of the test ask no upstream. Closed after the file's tests. */
export function startTasks(store: Store, drivers: Readonly<Record<string, TaskDriver>>, options: ServiceOptions = {}): TaskService {
  const events: TaskEvent[] = []
  const channels = ['painter']
  const tasks = createTasks({
    documents: store.documents,
    drivers,
    // the poller reads of a channel only its name
    host: () => ({ channels: service.channels.map((name) => ({ name }) as Channel), answerBytes: 1_000_000 }),
    report: (event) => void events.push(event),
    lookEvery: 50,
    margin: 100,
    waitEvery: 20,
    ...options,
  })
  const service: TaskService = { ...tasks, channels, events }
  service.start()
  atEnd(() => service.close())
  return service
}

export function requestOf(more: Partial<TaskRequest> = {}): TaskRequest {
  return { owner: 'key_1', kind: 'image', channel: 'painter', payload: { prompt: 'a ship' }, deadline: 60_000, ...more }
}
