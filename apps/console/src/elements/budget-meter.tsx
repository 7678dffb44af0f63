interface BudgetMeterProps {
  readonly micros: number
  readonly spentMicros: number
  readonly label: string
}

/** Bar of what is spent of a budget; it changes its colour at four fifths, and once all is spent. */
export function BudgetMeter({ micros, spentMicros, label }: BudgetMeterProps) {
  return (
    <meter
      min={0}
      max={micros}
      optimum={0}
      low={micros * 0.8}
      high={micros * 0.999}
      value={Math.min(micros, spentMicros)}
      aria-label={label}
    />
  )
}
