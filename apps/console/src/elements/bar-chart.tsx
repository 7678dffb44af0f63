import { useEffect, useRef, useState } from 'preact/hooks'
import { formatBar } from '../format/periods.ts'
import { ShownText } from './shown-text.tsx'

export interface Series {
  readonly name: string
  /** Value of each bar. */
  readonly values: readonly number[]
}

interface BarChartProps {
  /** Words for what is shown: `cost by model`. */
  readonly label: string
  /** Beginnings of the bars. */
  readonly bars: readonly string[]
  /** Parts of each bar from the bottom up, at most six. */
  readonly series: readonly Series[]
  readonly format: (value: number) => string
}

const width = 1000
const height = 100

/**
 * Shows values in time as stacked bars. Arrow keys and the pointer choose a bar, whose values stand below as text, since colours alone tell nothing to
 * many.
 */
export function BarChart({ label, bars, series, format }: BarChartProps) {
  const [chosen, setChosen] = useState(bars.length - 1)
  const chart = useRef<HTMLDivElement>(null)
  useEffect(() => setChosen(bars.length - 1), [bars.length])
  const index = Math.min(chosen, bars.length - 1)
  const sums = bars.map((_, bar) => series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0))
  const most = Math.max(...sums, 0)
  const step = width / Math.max(1, bars.length)
  const shown = series.filter(({ values }) => (values[index] ?? 0) > 0)
  const words = `${formatBar(bars[index] ?? '')}: ${format(sums[index] ?? 0)}`

  function onKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: bars.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(bars.length - 1, next)))
  }

  function point({ clientX }: PointerEvent): void {
    const place = chart.current?.getBoundingClientRect()
    if (!place || place.width === 0) return
    setChosen(Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - place.left) / place.width) * bars.length))))
  }

  return (
    <figure class="bar-chart">
      <div class="scale muted">
        <span>{format(most)}</span>
      </div>
      <div
        ref={chart}
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${label}; arrow keys read the values`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={index}
        aria-valuetext={`${words}${shown.map(({ name, values }) => `; ${name} ${format(values[index] ?? 0)}`).join('')}`}
        onKeyDown={onKey}
        onPointerMove={point}
        onPointerDown={point}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="chosen" x={index * step} y={0} width={step} height={height} />
          {bars.map((bar, place) => {
            let top = height
            return series.map(({ values }, part) => {
              const size = most === 0 ? 0 : ((values[place] ?? 0) / most) * height
              top -= size
              return (
                size > 0 && (
                  <rect key={`${bar} ${part}`} class={`part${part}`} x={(place + 0.1) * step} y={top} width={step * 0.8} height={size} />
                )
              )
            })
          })}
        </svg>
      </div>
      <div class="scale muted">
        <span>{formatBar(bars[0] ?? '')}</span>
        <span>{bars.length > 1 && formatBar(bars.at(-1) ?? '')}</span>
      </div>
      <figcaption>
        <strong>{words}</strong>
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ name, values }, part) => (
              <li key={name}>
                <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
                  <rect class={`part${part}`} width="10" height="10" rx="2" />
                </svg>
                <ShownText text={name} most={30} /> <span class="muted">{format(values[index] ?? 0)}</span>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
    </figure>
  )
}
