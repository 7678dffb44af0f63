import type { KeptResponse } from './kept-response.ts'

/** A response that is not done, as far as is known. */
export function isRunning({ response }: KeptResponse): boolean {
  return response['status'] === 'queued' || response['status'] === 'in_progress'
}
