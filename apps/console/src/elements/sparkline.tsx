const width = 120
const height = 24

/** Shows values in time as bars, the oldest first. `label`: what they are, for people who do not see them. */
export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const most = Math.max(...values, 0)
  const step = width / Math.max(1, values.length)
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {values.map((value, index) => {
        const size = most === 0 ? 1 : Math.max(1, (value / most) * height)
        return (
          <rect key={index} class={value > 0 ? undefined : 'none'} x={index * step} y={height - size} width={step * 0.8} height={size} />
        )
      })}
    </svg>
  )
}
