/** 'Repetir no simulador': downloads the record as a robot receives it, for the robot's author. */
import {useState} from 'react';
import ReplayIcon from '@mui/icons-material/Replay';
import Button from '@mui/material/Button';
import {LEASE_EXAMPLE_PATH, leaseCall, listQueueWatchers} from '../../../schema/queue.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {download} from '../../api/http.ts';
import {saveFile} from '../../api/saveFile.ts';
import type {Entry} from './history.ts';

export const isFailedAttempt = ({tentativa}: Entry): boolean => tentativa?.passo === 'falhar' || tentativa?.passo === 'expirar';

export const RepeatInSimulator = ({name, id}: {name: string; id: number | string}) => {
  const resource = useResource(name);
  const watchers = listQueueWatchers(useConfig(), resource);
  const {perfil} = useSession();
  const toasts = useToasts();
  const [fetching, setFetching] = useState(false);
  if (resource.queue === undefined || !watchers.includes(perfil)) return null;
  const repeat = async (): Promise<void> => {
    setFetching(true);
    try {
      const {blob, name: fileName} = await download(leaseCall(name, 'GET', LEASE_EXAMPLE_PATH), {params: {id}});
      const downloadName = fileName ?? `${name}-${id}.json`;
      saveFile(blob, downloadName);
      toasts.success(`Arquivo baixado. Com o kit do robô: --arquivo ${downloadName}`);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setFetching(false);
    }
  };
  return (
    <Button size="small" startIcon={<ReplayIcon />} loading={fetching} onClick={() => void repeat()} sx={{ml: -0.5}}>
      Repetir no simulador
    </Button>
  );
};
