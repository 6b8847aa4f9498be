import { z } from 'zod'
import { chargeBearers } from './serviceCharge.ts'

/** Who bears the service charge of online payments. */
export const chargeBearer = z.enum(chargeBearers).meta({ graphql: 'ChargeBearer' })
