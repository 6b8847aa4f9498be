import { z } from 'zod'
import { id, requiredText, text } from '#shared/inputs.ts'

/** The bus form: busno, deviceID and simNumber are required (specification, section 5). */
export const busForm = z.object({
  busno: requiredText(40),
  deviceId: requiredText(60),
  gpsId: text(60),
  simNumber: requiredText(30),
})

export const busUpdate = busForm.extend({ id })

export const busDisabled = z.object({ id, disabled: z.boolean() })
