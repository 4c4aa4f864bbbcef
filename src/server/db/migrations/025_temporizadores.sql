-- Work by the clock, a row per timer: once over all servers.
create table temporizadores (
  nome text primary key,
  -- The schedule by which `proxima` was computed; another one computes it anew.
  agenda text not null,
  -- The next run; one that was missed while no server ran is caught up once.
  proxima timestamptz not null,
  -- Who runs it now, and until when nobody else does.
  dono uuid,
  ate timestamptz,
  -- The beginning of the last run, and why it failed.
  ultima timestamptz,
  erro text
);
