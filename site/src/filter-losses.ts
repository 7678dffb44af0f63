const names = ['from', 'to', 'outcome', 'kind', 'field'] as const

type Name = (typeof names)[number]

type Filter = Readonly<Record<Name, string>>

interface Line {
  readonly element: HTMLTableRowElement
  readonly outcome: string
  readonly kind: string
  /** What the text of the filter is looked for in, in lower case. */
  readonly text: string
}

/** Lines of a pair of formats. */
interface Section {
  readonly element: HTMLElement
  readonly from: string
  readonly to: string
  readonly lines: readonly Line[]
}

/** Makes the form of the page show and hide lines, and keeps its state in the address. Without it the page shows all lines. */
export function filterLosses(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#loss-filter')
  const output = form?.querySelector('output')
  const empty = page.querySelector<HTMLElement>('#no-losses')
  if (!form || !output || !empty) throw new Error('the page has no filter')
  const sections = [...page.querySelectorAll<HTMLElement>('#losses > section')].map(readSection)
  const controls = names.map((name) => ({ name, control: controlOf(form, name) }))
  /** Shows what fits the address, as after a load, a step back, or a click on a number. */
  const readAddress = (): void => {
    const query = new URLSearchParams(location.search)
    for (const { name, control } of controls) {
      control.value = query.get(name) ?? ''
      // A choice that the list does not have: a misspelt address is no empty table.
      if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = ''
    }
    show()
  }
  const show = (): void => {
    const filter = Object.fromEntries(controls.map(({ name, control }) => [name, control.value.trim()])) as Filter // a key for each of `names`
    const { shown, all } = apply(sections, filter)
    output.textContent = shown === all ? `${all} lines` : `${shown} of ${all} lines`
    empty.hidden = shown > 0
  }
  const keep = (hash: string): void => {
    const query = new URLSearchParams(controls.flatMap(({ name, control }) => (control.value === '' ? [] : [[name, control.value.trim()]])))
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${hash}`)
  }
  form.addEventListener('input', () => {
    show()
    keep('')
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('reset', () => {
    // The controls are empty after this event.
    setTimeout(() => {
      show()
      keep('')
    })
  })
  addEventListener('popstate', readAddress)
  form.hidden = false
  readAddress()
  delete page.documentElement.dataset['filtering']
  // Who comes with a filter comes for its lines, not for the numbers above.
  if (location.search !== '' && location.hash === '') form.scrollIntoView()
  goTo(page, location.hash)
  addEventListener('hashchange', () => goTo(page, location.hash))
}

/** Scrolls to the line that the address names: the browser looked for it before lines were hidden. A hidden one is shown. */
function goTo(page: Document, hash: string): void {
  const target = hash.length > 1 ? page.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (target === null || target.closest('#losses') === null) return
  const section = target.closest('section')
  if (section !== null) section.hidden = false
  target.hidden = false
  target.scrollIntoView()
}

function controlOf(form: HTMLFormElement, name: Name): HTMLInputElement | HTMLSelectElement {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control
  throw new Error(`the filter has no ${name}`)
}

function readSection(element: HTMLElement): Section {
  const lines = [...element.querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) => ({
    element: row,
    outcome: row.dataset['outcome'] ?? '',
    kind: row.dataset['kind'] ?? '',
    text: [...row.cells]
      .map((cell) => cell.textContent.trim())
      .join(' ')
      .toLowerCase(),
  }))
  return { element, from: element.dataset['from'] ?? '', to: element.dataset['to'] ?? '', lines }
}

function apply(sections: readonly Section[], filter: Filter): { readonly shown: number; readonly all: number } {
  const pattern = patternOf(filter.field)
  let shown = 0
  let all = 0
  for (const { element, from, to, lines } of sections) {
    const isChosen = (filter.from === '' || filter.from === from) && (filter.to === '' || filter.to === to)
    let inSection = 0
    for (const line of lines) {
      const fits =
        isChosen &&
        (filter.outcome === '' || filter.outcome === line.outcome) &&
        (filter.kind === '' || filter.kind === line.kind) &&
        pattern.test(line.text)
      line.element.hidden = !fits
      if (fits) inSection++
    }
    element.hidden = inSection === 0
    shown += inSection
    all += lines.length
  }
  return { shown, all }
}

/** Text that is looked for, in which a star stands for a step of a path. */
function patternOf(text: string): RegExp {
  const literal = text.toLowerCase().replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(literal.replaceAll('*', '[^/ ]*'))
}
