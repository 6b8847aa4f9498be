import { z } from 'zod'
import { day, id, requestKey, requiredText } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { cardMeans, gateDirections } from './gate.rules.ts'

export const scanMeans = z.enum(cardMeans).meta({ graphql: 'ScanMeans' })

export const gateDirection = z.enum(gateDirections).meta({ graphql: 'GateDirection' })

export const scanDirection = z.enum(['IN', 'OUT']).meta({ graphql: 'ScanDirection' })

export const scanResult = z.enum(['IN', 'OUT', 'TOO_EARLY', 'UNKNOWN', 'DISABLED']).meta({ graphql: 'ScanResult' })
export type ScanResult = z.output<typeof scanResult>

const code = requiredText(200)
const required = { error: () => t`Required` }

export const recordScansInput = z.object({
  scans: z
    .array(
      z.object({
        key: requestKey,
        code,
        means: scanMeans,
        direction: gateDirection,
        deviceAt: z.iso
          .datetime({ offset: true, error: () => t`This is not a date and time` })
          .transform((text) => new Date(text))
          .nullish(),
        /** Milliseconds between scanning and sending, measured by the device. */
        waitedMs: z
          .number(required)
          .min(0, { error: () => t`Not less than zero` })
          .default(0),
      }),
    )
    .min(1, required)
    .max(200, { error: () => t`At most 200 at once` }),
})

/** The body that a reader sends to `POST /gate/scans`. */
export const deviceScans = z.object({
  sentAt: z.iso.datetime({ offset: true, error: () => t`This is not a date and time` }),
  scans: z
    .array(
      z.object({
        id: requestKey,
        code,
        at: z.iso.datetime({ offset: true, error: () => t`This is not a date and time` }),
        means: scanMeans.default('RFID'),
      }),
    )
    .min(1, required)
    .max(500, { error: () => t`At most 500 at once` }),
})

export const gateDay = z.object({ day: day() })

export const gateDeviceForm = z.object({ name: requiredText(60), direction: gateDirection })

export const gateDeviceChoice = z.object({ id })
