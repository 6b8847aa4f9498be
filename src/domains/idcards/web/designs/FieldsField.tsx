import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useField } from '#ui/forms/field.ts'
import { type CardField, cardFieldNames, cardFields, type CardHolderKind, fieldIsOf } from '../../cardFields.ts'
import type { DesignValues } from './designForm.ts'

/** What stands on the card, in its order: chosen ones first, which can be moved up and down. */
export function FieldsField({ holder }: { holder: CardHolderKind }) {
  const { field, error, helperText } = useField<DesignValues>({ name: 'fields', label: 'On the card' })
  const labelId = useId()
  const chosen = (field.value as CardField[]).filter((one) => fieldIsOf(one, holder))
  const others = cardFieldNames.filter((one) => fieldIsOf(one, holder) && !chosen.includes(one))

  function move(place: number, by: 1 | -1) {
    const next = [...chosen]
    const [moved] = next.splice(place, 1)
    if (moved) next.splice(place + by, 0, moved)
    field.onChange(next)
  }

  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} error={error}>
        On the card, besides photo and name
      </FormLabel>
      <Box sx={{ display: 'flex', flexDirection: 'column' }}>
        {[...chosen, ...others].map((one, place) => {
          const on = place < chosen.length
          return (
            <Box key={one} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, mr: 0 }}
                label={choiceWords(one)}
                control={
                  <Checkbox
                    size="small"
                    checked={on}
                    onChange={() => field.onChange(on ? chosen.filter((other) => other !== one) : [...chosen, one])}
                  />
                }
              />
              {on && (
                <>
                  <IconButton
                    size="small"
                    aria-label={`${choiceWords(one)}: up`}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  >
                    <ArrowUpwardIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`${choiceWords(one)}: down`}
                    disabled={place === chosen.length - 1}
                    onClick={() => move(place, 1)}
                  >
                    <ArrowDownwardIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Box>
          )
        })}
      </Box>
      {helperText && <FormHelperText error={error}>{helperText}</FormHelperText>}
    </Box>
  )
}

function choiceWords(field: CardField): string {
  const known: { label: string; choice?: string } = cardFields[field]
  return known.choice ?? known.label
}
