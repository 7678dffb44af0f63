import type { WaitingRow } from './row.ts'

/** Routes of the interface document that later versions serve. */
export const routesToCome = {
  submitVideo: { method: 'POST', path: '/v1/video/generations' },
  queryVideo: { method: 'GET', path: '/v1/video/generations/task_x' },
} as const satisfies Record<string, WaitingRow['waitsFor']>
