import type { Channel } from '../../src/channels/channel.ts'
import type { GatewayState } from '../../src/gateway-state.ts'
import type { Store } from '../../src/store/store.ts'
import { createTasks } from '../../src/tasks/create-tasks.ts'
import type { TaskEvent } from '../../src/tasks/create-poller.ts'
import type { TaskDriver } from '../../src/tasks/task-driver.ts'
import type { Tasks, TaskWish } from '../../src/tasks/tasks.ts'
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
}

/** The tasks of a gateway without the gateway: the drivers of the test ask no upstream. Closed after the file's tests. */
export function startTasks(store: Store, drivers: Readonly<Record<string, TaskDriver>>, options: ServiceOptions = {}): TaskService {
  const events: TaskEvent[] = []
  const channels = ['painter']
  const tasks = createTasks({
    documents: store.documents,
    drivers,
    // Of a gateway the poller reads the channels, and of those their names.
    gateway: () => ({ channels: service.channels.map((name) => ({ name }) as Channel) }) as unknown as GatewayState,
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

export function wishOf(more: Partial<TaskWish> = {}): TaskWish {
  return { owner: 'key_1', kind: 'image', channel: 'painter', payload: { prompt: 'a ship' }, deadline: 60_000, ...more }
}
