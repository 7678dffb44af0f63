import type { Percentiles } from '@interlingua/console/api'
import { formatMillis } from '../format/numbers.ts'

interface TimeSpreadProps {
  /** Percentiles until the first byte of streams, and until the end. Absent: there were none. */
  readonly firstByte: Percentiles | undefined
  readonly whole: Percentiles
}

/** Shows the times within which half of the answers, and 95 % of them, began and were whole. */
export function TimeSpread({ firstByte, whole }: TimeSpreadProps) {
  return (
    <>
      {firstByte && (
        <>
          <Spread name="first byte" times={firstByte} />
          <br />
        </>
      )}
      <Spread name="whole" times={whole} />
    </>
  )
}

function Spread({ name, times: { p50, p95 } }: { readonly name: string; readonly times: Percentiles }) {
  return (
    <>
      <span class="muted">{name}</span> {formatMillis(p50)}/{formatMillis(p95)}
    </>
  )
}
