// What one listener is sent (rules: Events 1): until it ends, and nothing after.
import {PassThrough} from 'node:stream';
import {text} from 'node:stream/consumers';
import {describe, expect, it} from 'vitest';
import {formatEvent, createEventStream} from '../../src/server/events/eventStream.ts';

describe('a stream that has ended', () => {
  it('takes nothing more, also where its reader has not read to the end yet', async () => {
    const {attach, send, heartbeat, end} = createEventStream(() => 0);
    const line = new PassThrough();
    attach(line);
    send(formatEvent('aviso', {naoLidos: 1}));
    end();
    send(formatEvent('aviso', {naoLidos: 2}));
    heartbeat();
    expect(await text(line)).toBe('retry: 2000\n\nevent: aviso\ndata: {"naoLidos":1}\n\n');
  });

  it('ends once: what says when to come back is not said after it', async () => {
    const {attach, end} = createEventStream(() => 0);
    const line = new PassThrough();
    attach(line);
    end();
    end(true);
    expect(await text(line)).toBe('retry: 2000\n\n');
  });

  it('says before its end that there is no sense in coming back at once', async () => {
    const {attach, end} = createEventStream(() => 0);
    const line = new PassThrough();
    // What was sent before there is a line goes first.
    end(true);
    attach(line);
    expect(await text(line)).toBe('retry: 2000\n\nretry: 60000\n\n');
  });
});
