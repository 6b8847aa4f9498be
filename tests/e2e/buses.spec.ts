import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const name = `Bus School ${uniqueTag()}`
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
  await addSchool(page, name, ['Buses'])
  await chooseSchool(page, name)
})

test.afterAll(() => page.context().close())

async function fillBus(bus: { busno: string; deviceId?: string; simNumber?: string }) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Bus No.' }).fill(bus.busno)
  await dialog.getByRole('textbox', { name: 'Device ID' }).fill(bus.deviceId ?? 'D-1')
  await dialog.getByRole('textbox', { name: 'SIM Number' }).fill(bus.simNumber ?? '89910000')
  return dialog
}

test('an empty list says that there are no buses @main @buses', async () => {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Buses' }).click()
  await expect(page.getByRole('tab', { name: 'Buses' })).toBeVisible()
  await expect(page.getByText('No buses yet')).toBeVisible()
  await expectAccessible(page)
})

test('missing fields are marked, and then a bus is added @main @buses', async () => {
  await page.getByRole('button', { name: 'Add Bus' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Bus' })
  await dialog.getByRole('button', { name: 'Add Bus' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(3)
  await fillBus({ busno: 'MH 12 AB 1' })
  await dialog.getByRole('button', { name: 'Add Bus' }).click()
  await expect(page.getByText('Bus Has Been Successfully Added')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'MH 12 AB 1' })).toContainText('Enabled')
  await expectFitsPhone(page)
})

test('an existing bus number is refused, and the typed values stay', async () => {
  await page.getByRole('button', { name: 'Add Bus' }).first().click()
  const dialog = await fillBus({ busno: 'mh 12 ab 1', deviceId: 'D-2' })
  await dialog.getByRole('button', { name: 'Add Bus' }).click()
  await expect(dialog.getByText('A bus with this number exists already')).toBeVisible()
  // The field shows the problem, so there is no alert as well.
  await expect(page.getByText('The Bus Has Not Been Added')).toHaveCount(0)
  await expect(dialog.getByRole('textbox', { name: 'Device ID' })).toHaveValue('D-2')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('a bus is updated, disabled and enabled', async () => {
  const row = () => page.getByRole('row').filter({ hasText: 'MH 12 AB 2' })
  await page.getByRole('button', { name: /^Edit Bus/ }).click()
  const dialog = await fillBus({ busno: 'MH 12 AB 2' })
  await dialog.getByRole('button', { name: 'Update Bus' }).click()
  await expect(page.getByText('Bus Has Been Successfully Updated')).toBeVisible()
  await row()
    .getByRole('button', { name: /^Disable Bus/ })
    .click()
  await expect(row()).toContainText('Disabled')
  await row()
    .getByRole('button', { name: /^Enable Bus/ })
    .click()
  await expect(row()).toContainText('Enabled')
})

test('a failed update shows an error', async () => {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation UpdateBus') ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: /^Edit Bus/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Bus' }).click()
  await expect(page.getByText('The bus was not updated')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/graphql')
})

test('without the module the menu has no Buses, and the screen says that it is disabled', async () => {
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Buses' }).uncheck()
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(page.getByText('School Updated Successfully!')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Buses' })).toBeHidden()
  await page.goto('/buses')
  await expect(page.getByText('This module is disabled. Please contact support to enable')).toBeVisible()
})
