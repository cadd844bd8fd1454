import './forms.css';
import { type ComponentProps, useState } from 'react';
import { formatTime, ZONE } from '../../texts/format.js';
import { afterGap } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { TextField } from './field.js';

/** A field for a time in the zone of the browser. It says what becomes of a time that the clocks of the zone skip. */
export function TimeField({ hint, onChange, ...field }: ComponentProps<typeof TextField>) {
  const [typed, setTyped] = useState(String(field.defaultValue ?? ''));
  const becomes = afterGap(String(field.value ?? typed));
  return (
    <TextField
      type="datetime-local"
      {...field}
      hint={
        <>
          {hint}{' '}
          <span className="skipped" role="status">
            {becomes && text.time.skipped(ZONE, formatTime(becomes))}
          </span>
        </>
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}
