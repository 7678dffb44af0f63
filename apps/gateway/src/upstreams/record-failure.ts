import type { Failure } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'

/** An answer that began well and failed: its upstream's fault, unless it was nobody's. */
export function recordFailure({ circuit }: Channel, { code }: Failure): void {
  switch (code) {
    case 'server':
    case 'overloaded':
    case 'timeout':
    case 'malformed-upstream':
    case 'truncated-stream':
      circuit.fail('call')
  }
}
