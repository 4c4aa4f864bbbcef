"""O cliente do Balcão para robôs: Python 3.9 ou mais novo, nada mais. É igual em todo kit; o que é do modelo está em campos.json."""
import argparse
import json
import os
import signal
import socket
import sys
import threading
import time
import uuid
from http.client import HTTPException
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

LONGEST_PAUSE = 30
ANSWERS_WITHIN = 20
# How long a job may take to end itself.
ENDS_WITHIN = 10
# Of a process that had to be ended: what it did was no longer its own.
TEMPORARY_FAILURE = 75
NEVER = threading.Event()
# What no answer looks like.
LOST = (OSError, HTTPException, ValueError)


class Negocio(Exception):
    """O que uma pessoa tem de corrigir: o registro vai para ela, com os campos marcados. Outro erro é tentado de novo mais tarde."""

    def __init__(self, codigo, mensagem, campos=None):
        super().__init__(mensagem)
        self.codigo, self.campos = codigo, campos or {}


class Refused(Exception):
    """What to try once more would not change; a sentence for whoever runs the robot."""

    def __init__(self, message, status=0):
        super().__init__(message)
        self.status = status


STOPS = Refused('O robô está parando.')


def say(text):
    print(time.strftime('%H:%M:%S'), text, flush=True)


def line_to(url, chave):
    """Asks the API; as long as no answer comes the same once more, with the same key: the server does it once and answers the same."""

    def line(method, path, body=None, headers=None, within=ANSWERS_WITHIN, until=float('inf'), stop=NEVER):
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        tries = 0
        while True:
            wait = min(LONGEST_PAUSE, 2 ** tries)
            request = Request(f'{url}/api/{path}', sent, {
                'authorization': f'Bearer {chave}', **({} if sent is None else {'content-type': 'application/json'}), **(headers or {}),
            }, method=method)
            try:
                with urlopen(request, timeout=within) as answer:
                    return answer.status, answer.read()
            except HTTPError as error:
                text = error.read()
                told = json.loads(text) if text[:1] == b'{' else {}
                failure = Refused(told.get('message', f'O servidor respondeu {error.code}.'), error.code)
                after = error.headers.get('retry-after', '')
                if after.isdigit():
                    wait = int(after)
                elif error.code < 500:
                    raise failure from None
            except LOST as error:
                failure = error
            if stop.is_set() or time.monotonic() + wait > until:
                raise failure
            if tries > 0:
                say(f'Sem resposta ({failure}); nova tentativa em {wait} s.')
            tries += 1
            if stop.wait(wait):
                raise failure

    return line


class Lease:
    """Keeps a lease alive, by a clock that nobody sets: `over` is set when it is lost, or a little before the server would end it."""

    def __init__(self, seconds, length, renew):
        self.over, self.reason, self._progress, self._wake = threading.Event(), None, None, threading.Event()
        self._length, self._renew, self._lock = length, renew, threading.Lock()
        self.count(seconds, time.monotonic())
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._renewing, self._watching)]
        for thread in self._threads:
            thread.start()

    def count(self, left, since):
        self._from, self.end_at = since, since + left

    def safe(self):
        return self.end_at - min(ENDS_WITHIN, (self.end_at - self._from) / 5)

    def end(self, reason):
        with self._lock:
            if self.over.is_set():
                return
            self.reason = reason
            self.over.set()
        self._wake.set()

    def close(self):
        self.end(STOPS)
        for thread in self._threads:
            thread.join(ANSWERS_WITHIN)

    def lives(self):
        """Also where this process was held and its threads come late."""
        if time.monotonic() >= self.safe():
            self.end(Refused('O lease não pôde ser renovado a tempo.'))
        return not self.over.is_set()

    def tell(self, progress):
        self._progress = progress
        self._wake.set()

    def _watching(self):
        while self.lives():
            self.over.wait(max(0.05, min(1, self.safe() - time.monotonic())))

    def _renewing(self):
        while not self.over.is_set():
            self._wake.wait(max(1, min(self._length, self.end_at - time.monotonic()) / 3))
            self._wake.clear()
            if self.over.is_set():
                return
            asked, told = time.monotonic(), self._progress
            try:
                left = self._renew(told, self.safe(), self.over)
                if self._progress is told:
                    self._progress = None
                self.count(left, asked)
            except Refused as error:
                if error.status < 500:
                    self.end(error)
            except LOST:
                pass  # Without an answer it is tried again until its own end.
            self.over.wait(1)


def queue(line, modelo, opcoes):
    def take(stop):
        status, body = line('POST', modelo['chamadas']['reservar'], {
            'workflows': [opcoes.workflow], 'robo': opcoes.robo, 'leaseSegundos': opcoes.lease, 'espera': modelo['espera'],
        }, {'idempotency-key': str(uuid.uuid4())}, modelo['espera'] + ANSWERS_WITHIN, stop=stop)
        return None if status == 204 else json.loads(body)

    def path(one, call):
        return f"{modelo['chamadas']['registro'].replace(':id', str(one[modelo['registro']]))}/{call}"

    return SimpleNamespace(take=take, path=path, send=line, real=True, folder='.')


def simulator(line, modelo, opcoes):
    def take(_stop):
        semente = {} if opcoes.semente is None else {'semente': opcoes.semente}
        if opcoes.semente is not None:
            opcoes.semente += 1
        return json.loads(line('POST', modelo['chamadas']['simular'], {'workflow': opcoes.workflow, **semente})[1])

    return SimpleNamespace(take=take, path=lambda _one, call: f"{modelo['chamadas']['simular']}/{call}", send=line, real=False, folder='.')


def file(_line, _modelo, opcoes):
    def take(_stop):
        with open(opcoes.arquivo, encoding='utf-8') as text:
            return json.load(text)

    def send(*_call, **_how):
        return 200, json.dumps({'leaseSegundos': opcoes.lease}).encode()

    return SimpleNamespace(take=take, path=lambda _one, call: call, send=send, real=False, folder=os.path.dirname(opcoes.arquivo) or '.')


TYPED = {'texto': str, 'numero': lambda value: json.loads(value or 'null'), 'booleano': lambda value: value == 'true'}


class Reserva:
    """Um registro da fila, enquanto é deste robô: `valores`, `chave` ({registro}-{tentativa}), `dados` (a resposta inteira), `parar`."""

    def __init__(self, dados, source, line, modelo, lease):
        self.dados, self.parar = dados, lease.over
        self.chave = f"{dados[modelo['registro']]}-{dados['tentativa']}"
        self._source, self._line, self._lease = source, line, lease
        self._known = {each['item']: each for each in modelo.get('campos', [])}
        self.valores = {}
        for each in dados['itens']:
            known = self._known.get(each['item'], {'chave': str(each['item']), 'tipo': 'texto'})
            self.valores[known['chave']] = TYPED[known['tipo']](each['valor'])

    def item(self, chave):
        for item in (each['item'] for each in self.dados['itens']):
            if self._known.get(item, {'chave': str(item)})['chave'] == chave:
                return item
        raise KeyError(f'O modelo não tem o campo "{chave}".')

    def progresso(self, texto, porcento=None):
        """Mostra às pessoas em que ponto está; interrompe o trabalho que já não é deste robô."""
        self._lease.tell({'texto': str(texto)[:100], **({} if porcento is None else {'porcento': porcento})})
        self.demand()

    def demand(self):
        """Interrompe o trabalho que já não é deste robô; para passos longos que não dizem progresso."""
        if not self._lease.lives():
            raise self._lease.reason

    def _under_lease(self, method, call, body=None, headers=None):
        self.demand()
        return self._line(method, self._source.path(self.dados, call), body, {
            'x-lease-token': self.dados['leaseToken'], **(headers or {}),
        }, until=self._lease.safe(), stop=self._lease.over)[1]

    def baixar(self, arquivo):
        if self._source.real:
            return self._under_lease('GET', f"arquivos/{arquivo['id']}")
        with open(os.path.join(self._source.folder, arquivo['nomeArquivo']), 'rb') as kept:
            return kept.read()

    def enviar(self, nome, conteudo, tipo):
        if not self._source.real:
            return say(f'{self.chave}: enviaria {nome} ({tipo}).')
        mark, name = uuid.uuid4().hex, nome.replace('"', '%22')
        part = f'--{mark}\r\ncontent-disposition: form-data; name='
        body = (f'{part}"tipo"\r\n\r\n{tipo}\r\n{part}"file"; filename="{name}"\r\n\r\n'.encode() + conteudo
                + f'\r\n--{mark}--\r\n'.encode())
        self._under_lease('POST', 'arquivos', body, {
            'content-type': f'multipart/form-data; boundary={mark}', 'idempotency-key': str(uuid.uuid4()),
        })
        return None


def work_on(one, job, source, line, modelo, length, stopping):
    """Does one job, and ends it as it went."""
    token = {'leaseToken': one['leaseToken']}

    def renew(progress, until, stop):
        body = {**token, 'leaseSegundos': length, **({'progresso': progress} if progress else {})}
        return json.loads(source.send('POST', source.path(one, 'renovar'), body, until=until, stop=stop)[1])['leaseSegundos']

    lease = Lease(one['leaseSegundos'], length, renew)
    reserva = Reserva(one, source, line, modelo, lease)

    def failed(error):
        if isinstance(error, Negocio):
            return 'falhar', {'tipo': 'NEGOCIO', 'codigo': error.codigo, 'mensagem': str(error)[:300], 'campos': [
                {'item': reserva.item(key), 'mensagem': told} for key, told in error.campos.items()]}
        codigo = '' if type(error) is Exception else type(error).__name__[:60]
        return 'falhar', {'tipo': 'SISTEMA', 'codigo': codigo, 'mensagem': str(error)[:300]}

    outcome = []

    def working():
        try:
            outcome.append(('concluir', {'comentario': str(job(reserva) or '')[:1000]}))
        except Exception as error:  # Whatever a job fails with is told.
            try:
                outcome.append(failed(error))
            except KeyError as wrong:
                outcome.append(failed(wrong))

    # The job has a thread of its own: this one hears signals, and the lease's end.
    thread = threading.Thread(target=working, daemon=True)
    thread.start()
    while thread.is_alive() and not lease.over.is_set():
        thread.join(0.1)
        if stopping.is_set():
            lease.end(STOPS)
    is_lost = not lease.lives() and lease.reason is not STOPS
    is_stopped, until = lease.over.is_set(), lease.end_at
    lease.close()
    # What does not end itself is ended, before somebody else begins the same.
    thread.join(max(0, min(ENDS_WITHIN, until - time.monotonic())))

    def end(call, body, within=float('inf')):
        try:
            source.send('POST', source.path(one, call), {**token, **body}, until=min(until, time.monotonic() + within))
        except Refused as error:
            say(f'{reserva.chave}: {error}')
            if error.status == 422 and body.get('tipo') != 'SISTEMA':
                end(*failed(error))
            # A lease that is lost, or a server that is away, ends this work alone.
            elif error.status < 500 and error.status not in (409, 410):
                raise
        except LOST as error:
            say(f'{reserva.chave}: {error}')

    if is_lost or (is_stopped and (not outcome or outcome[0][0] != 'concluir')):
        if not is_lost and source.real:
            end('liberar', {}, ENDS_WITHIN)
        say(f"{reserva.chave}: {lease.reason} {'O trabalho foi descartado.' if is_lost else 'Devolvido.'}")
        if thread.is_alive():
            os._exit(TEMPORARY_FAILURE)
        return
    call, body = outcome[0]
    say(' '.join(filter(None, [f'{reserva.chave}:', call, *body.values()][:5])))
    end(call, body)


def opcoes_da_linha(args=None):
    words = argparse.ArgumentParser()
    for name in ('arquivo', 'url', 'chave', 'workflow'):
        words.add_argument(f'--{name}')
    words.add_argument('--robo', default=socket.gethostname()[:60])
    words.add_argument('--simular', action='store_true')
    for name in ('semente', 'vezes', 'lease'):
        words.add_argument(f'--{name}', type=int)
    return words.parse_args(args)


def other_form(one, modelo):
    """A form that the robot was not made for: what somebody does about it."""
    if (one['versaoModelo'] or 0) < (modelo['versaoModelo'] or 0):
        return Refused(f"O registro {one[modelo['registro']]} é de um formulário mais antigo que o deste robô, de contrato "
                       f"{one['contrato']}. Nada foi feito. Se o robô também o conhece, acrescente o contrato a "
                       '"contratos" em campos.json; senão, alguém tem de retirar o registro da fila.')
    return Refused(f"O formulário mudou: este robô foi feito para o contrato {', '.join(modelo['contratos'])}, e o registro tem "
                   f"{one['contrato']}. Nada foi feito. Baixe o kit de novo e confira os campos antes de ligar o robô.")


def run(job, opcoes, stopping, working):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'campos.json'), encoding='utf-8') as kept:
        modelo = json.load(kept)
    url, chave = opcoes.url or os.environ.get('BALCAO_URL') or modelo.get('url'), opcoes.chave or os.environ.get('BALCAO_CHAVE')
    if not opcoes.arquivo and not chave:
        raise Refused('Falta a chave do robô: BALCAO_CHAVE, ou --chave.')
    opcoes.workflow, opcoes.lease = opcoes.workflow or modelo['workflow'], opcoes.lease or modelo['lease']
    line = line_to((url or '').rstrip('/'), chave)
    source = (file if opcoes.arquivo else simulator if opcoes.simular else queue)(line, modelo, opcoes)
    left = opcoes.vezes or (1 if opcoes.arquivo or opcoes.simular else float('inf'))
    while left > 0 and not stopping.is_set():
        one = source.take(stopping)
        if one is None:
            continue
        working.set()
        left -= 1
        if one['contrato'] not in modelo['contratos']:
            if source.real:
                source.send('POST', source.path(one, 'liberar'), {'leaseToken': one['leaseToken']})
            raise other_form(one, modelo)
        work_on(one, job, source, line, modelo, opcoes.lease, stopping)
        working.clear()


def trabalhar(job, opcoes=None):
    """Trabalha o que espera na fila, um registro depois do outro. O que o trabalho devolve é o comentário da conclusão."""
    stopping, working = threading.Event(), threading.Event()

    def stop(*_told):
        stopping.set()
        # A call that waits for work hears no event.
        if not working.is_set():
            raise STOPS

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    try:
        run(job, opcoes or opcoes_da_linha(), stopping, working)
    except (Refused, OSError) as error:
        if error is not STOPS:
            sys.exit(str(error))
