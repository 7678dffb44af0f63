/** How far each state is; a task never goes back, and what is last stays as it is. */
const places = { created: 0, submitted: 1, queued: 2, running: 3, succeeded: 4, failed: 4, cancelled: 4, expired: 4 } as const

export type TaskState = keyof typeof places

export const taskStates = {
  isSettled: (state: TaskState): state is SettledState => places[state] === places.succeeded,
  /** The later of the state that a task has and one that is told of it. */
  later: (state: TaskState, told: TaskState): TaskState => (places[told] > places[state] ? told : state),
}

export type SettledState = 'succeeded' | 'failed' | 'cancelled' | 'expired'
