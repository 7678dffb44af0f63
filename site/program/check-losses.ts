import type { Browser, Page } from 'playwright-core'

const rows = '#losses tbody tr'

/** Uses the loss matrix by keyboard, by address, and without JavaScript. Returns what is wrong. */
export async function checkLosses(browser: Browser, url: string): Promise<readonly string[]> {
  const problems: string[] = []
  const demand = (holds: boolean, otherwise: string): void => {
    if (!holds) problems.push(`loss matrix: ${otherwise}`)
  }
  const page = await browser.newPage()
  await page.goto(`${url}loss-matrix/`)
  const all = await shown(page)
  await useByKeyboard(page, all, demand)
  await useByAddress(page, url, all, demand)
  await page.close()
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page2 = await plain.newPage()
  await page2.goto(`${url}loss-matrix/?from=messages&to=chat`)
  demand((await shown(page2)) === all, 'not all lines are there without JavaScript')
  demand(!(await page2.locator('#loss-filter').isVisible()), 'without JavaScript there is a form that does nothing')
  await plain.close()
  return problems
}

type Demand = (holds: boolean, otherwise: string) => void

async function useByKeyboard(page: Page, all: number, demand: Demand): Promise<void> {
  await page.locator('#loss-filter select[name=from]').focus()
  // The first letters of a choice choose it.
  await page.keyboard.type('messages')
  await page.keyboard.press('Tab')
  await page.keyboard.type('chat')
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await page.keyboard.type('/tools/*/input_schema')
  const found = await shown(page)
  demand(found > 0 && found < all, `by keyboard ${found} of ${all} lines are shown`)
  const address = new URL(page.url())
  demand(
    address.search === `?${new URLSearchParams({ from: 'messages', to: 'chat', field: '/tools/*/input_schema' })}`,
    `the address says ${address.search}`,
  )
  await page.reload()
  demand((await shown(page)) === found, 'a reload shows other lines')
  await page.keyboard.press('Tab')
  await page.locator('#loss-filter button[type=reset]').focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.search === '')
  demand((await shown(page)) === all, '"Show all" does not')
}

async function useByAddress(page: Page, url: string, all: number, demand: Demand): Promise<void> {
  await page.goto(`${url}loss-matrix/`)
  const cell = page.locator('.summary a').first()
  const number = Number(await cell.locator('b').textContent())
  await cell.click()
  await page.waitForURL('**/?from=*')
  const count = await page.locator(`${rows}:visible`).evaluateAll(
    (visible) =>
      new Set(
        visible.map((row) =>
          [...(row as HTMLTableRowElement).cells] // of a table
            .slice(0, 2)
            .map((item) => item.textContent.trim())
            .join(' '),
        ),
      ).size,
  )
  demand(count === number, `a cell says ${number} documents, and leads to ${count}`)
  const line = await page.locator(`${rows}[data-kind=dropped]`).first().getAttribute('id')
  await page.goto(`${url}loss-matrix/?kind=approximated#${line}`)
  demand(await page.locator(`[id="${line}"]`).isVisible(), 'a link to a line does not show it')
  await page.goto(`${url}loss-matrix/?from=nonsense`)
  demand((await shown(page)) === all, 'an address with a misspelt format hides lines')
}

/** Number of lines that a reader sees. */
function shown(page: Page): Promise<number> {
  return page.locator(`${rows}:visible`).count()
}
