/** Files dropped or chosen; a real button, so that it needs no mouse. */
import {useRef, useState, type DragEvent} from 'react';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';

export const DropZone = ({onFiles, disabled = false, describedBy}: {
  onFiles: (files: readonly File[]) => void;
  disabled?: boolean;
  describedBy?: string | undefined;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    if (!disabled) setOver(inside);
  };
  return (
    <Box
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, false)}
      onDrop={event => {
        drag(event, false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      sx={{
        display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 2, borderRadius: 1, border: '1px dashed',
        borderColor: over ? 'primary.main' : 'divider', bgcolor: over ? 'action.hover' : 'transparent',
        transition: 'background-color 120ms',
      }}
    >
      <Button variant="outlined" startIcon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        Escolher arquivo
      </Button>
      <Typography variant="body2" color="text.secondary">ou arraste para cá</Typography>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Arquivo"
        aria-describedby={describedBy}
        disabled={disabled}
        style={visuallyHidden}
        onChange={event => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed or corrected.
          event.target.value = '';
        }}
      />
    </Box>
  );
};
